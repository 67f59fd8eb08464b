// N balls in two urns; a random ball changes its urn (Ehrenfest 1907).
dtmc

const int N;

module urns
  left : [0..N] init N;
  [] true -> left/N : (left'=max(0,left-1)) + 1-left/N : (left'=min(N,left+1));
endmodule

rewards "steps"
  true : 1;
endrewards

rewards "balls"
  true : left;
endrewards
