// If several commands of a Markov chain are enabled, each is taken with the same probability.
dtmc

module first
  x : [0..4];
  [] x<4 -> (x'=x+1);
  [] x<3 -> 1/3 : (x'=x+2) + 2/3 : true;
  [a] x=2 -> (x'=0);
endmodule

module second
  y : [0..1];
  [a] true -> 1/2 : (y'=1) + 1/2 : (y'=0);
  [a] y=0 -> (y'=1);
  [] y=1 -> (y'=0);
  [] x=4 & y=0 -> true;
endmodule

rewards "first"
  [] true : 3;
  [a] y=0 : 5;
  x>2 : 1/2;
endrewards
