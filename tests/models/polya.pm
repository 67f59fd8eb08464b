// An urn with red and blue balls; a drawn ball is put back with another of its colour (Polya 1923).
dtmc

const int N;

module urn
  red : [1..N+1] init 1;
  blue : [1..N+1] init 1;
  [] red+blue<N+2 -> red/(red+blue) : (red'=red+1) + blue/(red+blue) : (blue'=blue+1);
endmodule

label "end" = red+blue=N+2;
