// A collector needs all N coupons: N (1 + 1/2 + ... + 1/N) draws on average.
dtmc

const int N;

module collector
  have : [0..N];
  [draw] have<N -> have/N : true + (N-have)/N : (have'=have+1);
  [] have=N -> true;
endmodule

rewards "draws"
  [draw] true : 1;
endrewards
