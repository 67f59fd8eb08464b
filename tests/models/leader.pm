// Three processes choose ids from 0..K-1 (K at most 5) at the same time until at least one id is unique.
dtmc

const int K;

formula unique1 = id1!=id2 & id1!=id3;
formula unique2 = id2!=id1 & id2!=id3;
formula unique3 = id3!=id1 & id3!=id2;
formula elected = unique1 | unique2 | unique3;

module rounds
  phase : [0..2];  // 0 choose, 1 compare, 2 elected
  [choose] phase=0 -> (phase'=1);
  [] phase=1 & elected -> (phase'=2);
  [again] phase=1 & !elected -> (phase'=0);
  [] phase=2 -> true;
endmodule

module process1
  id1 : [0..4];
  [choose] true -> 1/K : (id1'=0) + (K>1?1/K:0) : (id1'=1) + (K>2?1/K:0) : (id1'=2) + (K>3?1/K:0) : (id1'=3) + (K>4?1/K:0) : (id1'=4);
  [again] true -> (id1'=0);
endmodule

module process2 = process1 [ id1=id2 ] endmodule
module process3 = process1 [ id1=id3 ] endmodule

rewards "rounds"
  [choose] true : 1;
endrewards

label "elected" = phase=2;
