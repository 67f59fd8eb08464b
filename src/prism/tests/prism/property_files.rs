//! Files of properties: constants, labels, names and comments.

use super::properties::CHAIN;
use super::{explore, read, value};
use chancetree_prism::{Job, Property, PropertyFile, PropertyValue};

#[test]
fn property_files_have_constants_labels_and_names() {
    let file = PropertyFile::parse(
        "// properties\nconst int k;\nconst double half = 1/2; const int unused;\nlabel \"end\" = x>1;\n
         \"first\": P=? [ F<=k \"end\" ];\nP>=half [ F \"end\" ]\nR=? [ C<=k ];; /* last */ \"one\" & x=1",
    );
    let file = file.and_then(|file| file.with_constants("k=2")).expect("a file");
    assert_eq!(file.constants(), ["k", "unused"]);
    let properties = file.properties();
    assert_eq!(properties.iter().map(Property::name).collect::<Vec<_>>(), [Some("first"), None, None, None]);
    assert_eq!(properties[3].text(), "\"one\" & x=1");
    let explored = explore(CHAIN, "").expect("a model");
    let values = properties
        .iter()
        .map(|property| explored.check(property, &Job::default()).map(|value| value.to_string()));
    assert_eq!(
        values.collect::<Result<Vec<_>, _>>(),
        Ok(["7/8", "true", "2/1", "false"].map(String::from).to_vec())
    );
}

/// The other properties of a file have values even if one is unsupported.
#[test]
fn a_file_may_have_unsupported_properties() {
    let file = PropertyFile::parse(
        "P=? [ F x=3 ]\nS=? [ x=1 ]\nmulti(P>=1 [ F x=3 ],\n P>=1 [ F x=1 ])\n\"g\": P=? [ G F\n x=1 ];
         P=? [ (G x<3) &\n (F x=1) ]\n>= 1/2\n(x=0)\nR=? [ C{discount=0.9} ]; \"g\" > 1",
    );
    let properties = file.expect("a file").properties();
    let line = |error: chancetree_prism::PrismError| {
        let text = error.to_string();
        text.split(':').next().map(str::to_owned).unwrap_or_default()
    };
    let found: Vec<(&str, Option<String>)> =
        properties.iter().map(|property| (property.text(), property.unsupported().map(line))).collect();
    let at = |line: u32, column: u32| Some(format!("line {line}, column {column}"));
    assert_eq!(
        found,
        [
            ("P=? [ F x=3 ]", None),
            ("S=? [ x=1 ]", at(2, 1)),
            ("multi(P>=1 [ F x=3 ],\n P>=1 [ F x=1 ])", at(3, 1)),
            ("P=? [ G F\n x=1 ]", at(5, 14)),
            ("P=? [ (G x<3) &\n (F x=1) ]\n>= 1/2", at(7, 24)),
            ("(x=0)", None),
            ("R=? [ C{discount=0.9} ]", at(11, 8)),
            ("\"g\" > 1", None),
        ]
    );
    let explored = explore(CHAIN, "").expect("a model");
    let value = |place: usize| explored.check(&properties[place], &Job::default());
    assert_eq!(value(5), Ok(PropertyValue::Truth(true)));
    for place in [1, 7] {
        let error = value(place).expect_err("an unsupported property");
        assert!(matches!(error, chancetree_prism::PrismError::Unsupported { .. }), "{error}");
    }
}

/// A constant of a property file must not have the name of a variable, formula or constant of the model.
#[test]
fn constants_of_properties_have_names_of_their_own() {
    let model = "dtmc const int n=1; formula f = x; module m x : [0..3]; [] x<3 -> (x'=x+1); endmodule label \"l\" = x=3;";
    let explored = explore(model, "").expect("a model");
    for name in ["x", "f", "n"] {
        let file = PropertyFile::parse(&format!("const int {name};\nP=? [ F x={name} ]"));
        let file = file.and_then(|file| file.with_constants(&format!("{name}=2"))).expect("a file");
        let error = explored.check(&file.properties()[0], &Job::default()).expect_err(name).to_string();
        assert!(error.starts_with(&format!("line 1, column 11: a second definition of {name}")), "{error}");
    }
    // A label is in quotes, so that a constant may have its name.
    assert_eq!(value(&explored, "const int l=2; P=? [ F x=l & !\"l\" ]"), Ok("1/1".to_owned()));
}

/// A name in quotes is a label, or else another property.
#[test]
fn properties_name_other_properties() {
    let file = PropertyFile::parse(
        "const int k; \"three\": P=? [ F<=k+1 x=3 ]; \"half\": \"three\">=3/8 & !\"one\";
         \"half\" & x=0; 2*\"three\"; P=? [ X !\"half\" ]; \"one\"; \"last\"; \"last\": true;
         \"three\" + P=? [ F<=k+1 x=3 ]",
    );
    let file = file.and_then(|file| file.with_constants("k=1")).expect("a file");
    let explored = explore(CHAIN, "").expect("a model");
    let values: Vec<Result<String, String>> = file
        .properties()
        .iter()
        .map(|property| explored.check(property, &Job::default()))
        .map(|value| value.map(|value| value.to_string()).map_err(|error| error.to_string()))
        .collect();
    let known = ["3/8", "true", "true", "3/4", "1/1", "false"].map(|text| Ok(text.to_owned()));
    assert_eq!(values[..6], known);
    assert_eq!(values[6], Ok("true".to_owned()));
    assert_eq!(values[7], Ok("true".to_owned()));
    assert_eq!(values[8], Ok("3/4".to_owned()));
    // Each property names the previous one.
    let chain: String = (1..=99).map(|place| format!("\"p{place}\": !\"p{}\";", place - 1)).collect();
    let file = PropertyFile::parse(&format!("\"p0\": x=0; {chain}")).expect("a file");
    let value = |place: usize| explored.check(&file.properties()[place], &Job::default());
    assert_eq!(value(50), Ok(PropertyValue::Truth(true)));
    let error = value(51).expect_err("too many").to_string();
    assert!(error.contains("more than 50 others"), "{error}");
    for (text, error) in [
        ("\"a\": \"b\" + 1; \"b\": 2*\"a\"", "property \"b\" names itself"),
        ("\"a\": !\"a\"", "property \"a\" names itself"),
        ("\"a\": P>0 [ F \"b\" ]; \"b\": P>0 [ X \"a\" ]", "property \"b\" names itself"),
        ("\"c\"; \"b\": 2", "no label \"c\""),
    ] {
        let file = PropertyFile::parse(text).expect("a file");
        let found = explored.check(&file.properties()[0], &Job::default()).expect_err(text).to_string();
        assert!(found.contains(error), "{text}: {found}");
    }
    let once = Property::parse("\"half\": P>=1/2 [ F x=3 ]; \"half\"");
    assert!(once.is_err());
}

#[test]
fn comments_do_not_belong_to_the_text_of_a_property() {
    let file =
        "P=? [ F // one /\n x=1/2 ] // first\n// second\n\n\"next\": P=? [ X x=1 ] /* last */;\nx=1 // end";
    let properties = PropertyFile::parse(file).expect("a property file").properties();
    let texts: Vec<&str> = properties.iter().map(Property::text).collect();
    assert_eq!(texts, ["P=? [ F x=1/2 ]", "P=? [ X x=1 ]", "x=1"]);
}

#[test]
fn properties_use_the_constants_and_formulas_of_the_model() {
    let explored = explore(&read("gambler.pm"), "N=4,p=1/2").expect("a model");
    assert_eq!(value(&explored, "P=? [ F x=N ]"), Ok("1/2".to_owned()));
    assert_eq!(
        value(&explored, "const int half = N/2*0+2; P=? [ F<=half*1 x=N ]").map_err(|error| error
            .to_string()
            .lines()
            .next()
            .map(String::from)),
        Err(Some(
            "line 1, column 18: a fraction where an integer is needed; use floor, ceil or round".to_owned()
        ))
    );
    assert_eq!(value(&explored, "const int half = floor(N/2); P=? [ F<=half x=N ]"), Ok("1/4".to_owned()));
}
