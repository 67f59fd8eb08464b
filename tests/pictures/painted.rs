//! Pictures as PNG and PDF: all commands that draw, painted contents, and output files.

use crate::run::{command, files, folder, run_in};
use chancetree_export::paint::resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;
use std::process::Stdio;

/// The pictures, printed to stdout; a format follows.
const DRAWN: [&str; 6] = [
    "graph memory --pairs 3 -o - --as",
    "graph memory --pairs 8 --slide -o - --as",
    "risk mines --board board.txt --as",
    "deal solitaire --pairs 6 --name typical -o - --as",
    "best memory --pairs 1..=6 --format",
    "best memory --memory 3 --pairs 1..=8 --format",
];

fn with_board() -> tempfile::TempDir {
    let folder = folder();
    fs::write(folder.path().join("board.txt"), "mines 3\n1...\n....\n..2.\n....\n").expect("written");
    folder
}

/// Returns the bytes on stdout.
fn bytes(folder: &Path, args: &str) -> Vec<u8> {
    let output = command(folder, args).output().expect("the program starts");
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]), "{args}");
    output.stdout
}

#[test]
fn a_bitmap_has_two_pixels_to_a_unit_and_is_not_blank() {
    let folder = with_board();
    for args in DRAWN {
        let svg = String::from_utf8(bytes(folder.path(), &format!("{args} svg"))).expect("text");
        let side = |name: &str| {
            let rest = svg.split_once(&format!(" {name}=\"")).expect("a side").1;
            rest.split_once('"').expect("its end").0.parse::<f64>().expect("a number")
        };
        let args = format!("{args} png");
        let png = bytes(folder.path(), &args);
        let pixels = Pixmap::decode_png(&png).expect("a PNG");
        let sides = (pixels.width(), pixels.height());
        assert_eq!(
            sides,
            ((2.0 * side("width")).ceil() as u32, (2.0 * side("height")).ceil() as u32),
            "{args}"
        );
        let ink = |pixel: &&PremultipliedColorU8| pixel.red() < 64 && pixel.blue() < 64;
        let dark = pixels.pixels().iter().filter(ink).count();
        assert!(dark > 500, "{args}: {dark} dark pixels");
        let colours: HashSet<_> = pixels.pixels().iter().map(|pixel| (pixel.red(), pixel.blue())).collect();
        assert!(colours.len() > 20, "{args}: {} colours", colours.len());
        assert_eq!(bytes(folder.path(), &args), png, "{args}");
    }
}

/// `tests/foreign/check_pictures.py` reads the text of the document.
#[test]
fn a_document_is_the_same_every_time() {
    let folder = with_board();
    for args in DRAWN {
        let args = format!("{args} pdf");
        let pdf = bytes(folder.path(), &args);
        assert!(pdf.starts_with(b"%PDF-1.") && pdf.trim_ascii_end().ends_with(b"%%EOF"), "{args}");
        for key in [&b"CreationDate"[..], b"ModDate"] {
            assert!(!pdf.windows(key.len()).any(|part| part == key), "{args}");
        }
        assert_eq!(bytes(folder.path(), &args), pdf, "{args}");
    }
}

#[test]
fn a_file_has_the_bytes_of_stdout() {
    let folder = with_board();
    for end in ["png", "pdf"] {
        for args in [
            "graph memory --pairs 3 --as",
            "graph guess --numbers 4 --show all --as",
            "graph solitaire --pairs 3 --as",
            "graph mines --rows 2 --cols 3 --mines 2 --as",
            "risk mines --board board.txt --as",
            "deal solitaire --pairs 6 --name typical --as",
        ] {
            command(folder.path(), &format!("{args} {end} -o here -q")).output().expect("the program starts");
            let found = fs::read(folder.path().join("here")).expect("a file");
            assert!(found == bytes(folder.path(), &format!("{args} {end} -o -")), "{args} {end}");
            fs::remove_file(folder.path().join("here")).expect("it can be removed");
        }
    }
    run_in(folder.path(), "graph memory --pairs 2 --as pdf -q").ok();
    assert_eq!(files(&folder.path().join("output")), ["memory-pairs2-players2-dag.pdf"]);
}

#[cfg(target_os = "linux")]
#[test]
fn full_disks_and_closed_pipes_are_handled() {
    let folder = with_board();
    for end in ["png", "pdf"] {
        for args in DRAWN {
            let args = format!("{args} {end}");
            let full = File::options().write(true).open("/dev/full").expect("a full device");
            let output = command(folder.path(), &args).stdout(full).output().expect("the program starts");
            crate::run::Ran::new(&args, output).failed(1, "stdout: no space left on device");
            let mut child = command(folder.path(), &args);
            let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
            let mut pipe = child.stdout.take().expect("a pipe");
            pipe.read_exact(&mut [0; 10]).expect("a few bytes");
            drop(pipe);
            assert_eq!(crate::run::wait(child, &args).ok(), "", "{args}");
        }
        for args in ["graph memory --pairs 3 --as", "risk mines --board board.txt --as"] {
            let args = format!("{args} {end} -o /dev/full");
            run_in(folder.path(), &args).failed(1, "/dev/full: no space left on device");
        }
    }
    assert_eq!(files(folder.path()), ["board.txt"]);
}

#[test]
fn impossible_pictures_are_refused() {
    let folder = with_board();
    for (args, status, what) in [
        ("best memory --pairs 6 --format pdf", 2, "pdf draws the table"),
        ("graph memory --pairs 20 --as png -o a.png", 3, "png is limited to 2000"),
    ] {
        run_in(folder.path(), args).failed(status, what);
    }
    assert_eq!(files(folder.path()), ["board.txt"]);
}

/// Up to the limit on nodes a picture is painted, with at most the greatest number of pixels.
#[test]
fn a_large_picture_is_painted_smaller() {
    let folder = folder();
    let run = run_in(folder.path(), "graph memory --pairs 10 --as png -o a.png");
    assert!(run.err.contains("note: the picture is too large and is painted at"), "{}", run.err);
    let pixels =
        Pixmap::decode_png(&fs::read(folder.path().join("a.png")).expect("a picture")).expect("a PNG");
    assert!(u64::from(pixels.width()) * u64::from(pixels.height()) < 61_000_000);
}

/// The bundled font has Latin, Greek and Cyrillic letters, but no Chinese characters.
#[test]
fn characters_without_a_glyph_are_reported() {
    let folder = folder();
    let note =
        "note: the font of png and pdf has boxes in place of these characters: 伟 李; svg has the characters";
    for (args, notes) in [
        ("fair memory --pairs 3 --names Zoë,李伟 -o a.png", 1),
        ("fair memory --pairs 3 --names Ζωή,李伟 -o a.pdf", 1),
        ("fair memory --pairs 3 --names Zoë,李伟 -o a.svg", 0),
        ("fair memory --pairs 3 --names Zoë,Иван -o b.png", 0),
    ] {
        assert_eq!(run_in(folder.path(), args).err.matches(note).count(), notes, "{args}");
    }
}

/// Memory is checked before it is allocated.
#[test]
fn a_picture_beyond_the_limit_is_refused() {
    let folder = folder();
    for limit in ["60M", "100M", "300M"] {
        let args = format!("graph memory --pairs 10 --as png -o a.png --max-memory {limit}");
        let what = format!("more than {limit} of memory is needed, before the picture is painted");
        run_in(folder.path(), &args).failed(3, &what);
    }
    run_in(folder.path(), "graph memory --pairs 40 --max-states 50000 --as pdf -o a.pdf --max-memory 200M")
        .failed(3, "more than 200M of memory is needed");
    assert_eq!(files(folder.path()), [""; 0]);
    run_in(folder.path(), "graph memory --pairs 3 --as png -o a.png --max-memory 100M -q").ok();
    assert_eq!(files(folder.path()), ["a.png"]);
}

#[test]
fn a_bitmap_has_the_requested_width() {
    let folder = folder();
    for (args, width) in [
        ("graph memory --pairs 2 --as png --width 333 -q -o a.png", 333),
        ("graph guess --numbers 4 --width 1000 -q -o b.png", 1000),
        ("plot outcomes --pairs 1..=3 --width 640 -q -o c.png", 640),
    ] {
        run_in(folder.path(), args).ok();
        let file = folder.path().join(args.split(' ').next_back().expect("a name"));
        let pixels = Pixmap::decode_png(&fs::read(file).expect("a picture")).expect("a PNG");
        assert_eq!(pixels.width(), width, "{args}");
    }
    run_in(folder.path(), "graph memory --pairs 2 --as svg --width 333 -o -")
        .failed(2, "--width needs the format png");
    run_in(folder.path(), "plot outcomes --pairs 3 --width 333 -o d.svg")
        .failed(2, "--width needs the format png");
}

/// The program brings its letters: the title is painted where no font is installed.
#[test]
fn a_bitmap_has_text_without_installed_fonts() {
    let folder = folder();
    run_in(folder.path(), "plot outcomes --pairs 5 -o a.png -q").ok();
    assert_eq!(files(folder.path()), ["a.csv", "a.png"]);
    let bytes = fs::read(folder.path().join("a.png")).expect("a picture");
    let pixels = Pixmap::decode_png(&bytes).expect("a PNG");
    assert_eq!((pixels.width(), pixels.height()), (1800, 1040));
    let dark = |rows: std::ops::Range<u32>| {
        let places = rows.flat_map(|row| (0..900).map(move |column| (column, row)));
        places.filter_map(|(column, row)| pixels.pixel(column, row)).filter(|pixel| pixel.red() < 128).count()
    };
    assert!(dark(20..70) > 500, "a title of {} dark pixels", dark(20..70));
    // The bar of one board is two thirds as wide as the plot.
    let blue = pixels.pixels().iter().filter(|pixel| (pixel.red(), pixel.blue()) == (0x56, 0xE9)).count();
    assert!(blue > 100_000, "{blue}");
    run_in(folder.path(), "plot outcomes --pairs 5 -o b.png -q").ok();
    assert_eq!(fs::read(folder.path().join("b.png")).expect("a picture"), bytes);
}

#[test]
fn every_drawing_command_paints() {
    let folder = with_board();
    let log = format!("{}/docs/play/memory.jsonl", env!("CARGO_MANIFEST_DIR"));
    for format in ["png", "pdf"] {
        let args = format!("replay {log} --as {format} -o game.{format} -q");
        assert_eq!(run_in(folder.path(), &args).ok(), "");
    }
    let args = format!("replay {log} --as png -o game.png");
    run_in(folder.path(), &args).failed(2, "game.png already exists");
}
