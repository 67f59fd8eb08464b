// A game of tennis: four points and a lead of two.
dtmc

const double p;

module game
  a : [0..5];
  b : [0..5];
  [] !over & !(a>=3 & b>=3) -> p : (a'=a+1) + 1-p : (b'=b+1);
  [] !over & a=b & a>=3 -> p : (a'=4) & (b'=3) + 1-p : (a'=3) & (b'=4);
  [] !over & a>b & a+b>=7 & b>=3 -> p : (a'=5) & (b'=3) + 1-p : (a'=3) & (b'=3);
  [] !over & b>a & a+b>=7 & a>=3 -> p : (a'=3) & (b'=3) + 1-p : (b'=5) & (a'=3);
  [] over -> true;
endmodule

formula over = (a>=4 & a-b>=2) | (b>=4 & b-a>=2);

rewards "points"
  !over : 1;
endrewards
