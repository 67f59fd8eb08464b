// A gambler with x units plays for N units, and wins each round with probability p.
dtmc

const int N;
const double p;

module gambler
  x : [0..N] init ceil(N/3);
  [win] x>0 & x<N -> p : (x'=x+1) + 1-p : (x'=x-1);
endmodule

rewards "rounds"
  x>0 & x<N : 1;
endrewards

label "rich" = x=N;
label "ruined" = x=0;
