// A board of 12 fields with a snake and a ladder; a throw beyond the last field does not move the piece.
dtmc

const int N = 12;

formula f1 = x+1>N ? x : x+1=3 ? 8 : x+1=10 ? 2 : x+1;
formula f2 = x+2>N ? x : x+2=3 ? 8 : x+2=10 ? 2 : x+2;
formula f3 = x+3>N ? x : x+3=3 ? 8 : x+3=10 ? 2 : x+3;
formula f4 = x+4>N ? x : x+4=3 ? 8 : x+4=10 ? 2 : x+4;
formula f5 = x+5>N ? x : x+5=3 ? 8 : x+5=10 ? 2 : x+5;
formula f6 = x+6>N ? x : x+6=3 ? 8 : x+6=10 ? 2 : x+6;

module board
  x : [0..N];
  [] x<N -> 1/6:(x'=f1) + 1/6:(x'=f2) + 1/6:(x'=f3) + 1/6:(x'=f4) + 1/6:(x'=f5) + 1/6:(x'=f6);
endmodule

rewards "throws"
  x<N : 1;
endrewards
