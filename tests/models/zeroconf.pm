// A new host asks K times whether an address is taken; a taken address answers with probability 1-q each time.
dtmc

const int K;
const double taken = 1000/65024;
const double q = 0.1;

module host
  s : [0..3];  // 0 new address, 1 probing a taken address, 2 collision, 3 good address
  probes : [0..K];
  [] s=0 -> taken : (s'=1) & (probes'=0) + 1-taken : (s'=3);
  [] s=1 & probes<K -> q : (probes'=probes+1) + 1-q : (s'=0) & (probes'=0);
  [] s=1 & probes=K -> (s'=2);
  [] s>1 -> true;
endmodule

rewards "probes"
  s=1 & probes<K : 1;
  s=0 : 2;
endrewards
