// A file of N chunks is sent over lossy channels, with at most MAX retransmissions of each chunk.
dtmc

const int N;
const int MAX;
const double loss = 0.02;
const double ack_loss = 1/100;

module sender
  // 0 idle, 1 send, 2 wait, 3 chunk done, 4 failed, 5 file done
  s : [0..5];
  chunk : [0..N];
  tries : [0..MAX];
  [] s=0 & chunk<N -> (s'=1) & (chunk'=chunk+1) & (tries'=0);
  [] s=0 & chunk=N -> (s'=5);
  [send] s=1 -> (s'=2);
  [ack] s=2 -> (s'=3);
  [lost] s=2 & tries<MAX -> (s'=1) & (tries'=tries+1);
  [lost] s=2 & tries=MAX -> (s'=4);
  [] s=3 -> (s'=0);
  [] s>=4 -> true;
endmodule

module channel
  c : [0..3];  // 0 empty, 1 full, 2 acknowledged, 3 lost
  [send] c=0 -> 1-loss : (c'=1) + loss : (c'=3);
  [] c=1 -> 1-ack_loss : (c'=2) + ack_loss : (c'=3);
  [ack] c=2 -> (c'=0);
  [lost] c=3 -> (c'=0);
endmodule

rewards "sent"
  [send] true : 1;
endrewards

label "failed" = s=4;
label "sent" = s=5;
