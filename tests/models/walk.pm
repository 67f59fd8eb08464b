// A walk on a ring of N places from any place but the first and the last; the probabilities depend on the place.
dtmc

const int N;

module walk
  x : [0..N-1];
  [] true -> (x+1)/(x+2) : (x'=mod(x+1,N)) + 1/(x+2) : (x'=mod(x-1,N));
endmodule

init x>0 & x<N-1 endinit

rewards "steps"
  true : 1;
endrewards
