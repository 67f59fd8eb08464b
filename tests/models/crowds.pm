// Messages pass through a crowd of HONEST members and BAD members, RUNS times. Bad members record who sent the message to them.
dtmc

const int HONEST = 3;
const int BAD;
const int RUNS;
const double pf = 0.8;
formula members = HONEST + BAD;

module crowd
  state : [0..4];  // 0 new, 1 sent, 2 at an honest member, 3 seen by a bad member, 4 delivered
  runs : [0..RUNS];
  seen0 : [0..RUNS];  // how often the true sender was recorded
  seen_others : [0..RUNS];
  sender : [0..1];  // 0 the true sender, 1 another member
  [] state=0 & runs<RUNS -> (state'=1) & (runs'=runs+1) & (sender'=0);
  [] state=1 -> BAD/members : (state'=3) + 1/members : (state'=2) & (sender'=0)
              + (HONEST-1)/members : (state'=2) & (sender'=1);
  [] state=2 -> pf : (state'=1) + 1-pf : (state'=4);
  [] state=3 & sender=0 -> (seen0'=min(RUNS,seen0+1)) & (state'=4);
  [] state=3 & sender=1 -> (seen_others'=min(RUNS,seen_others+1)) & (state'=4);
  [] state=4 & runs<RUNS -> (state'=0);
  [] state=4 & runs=RUNS -> true;
endmodule

rewards "hops"
  state=1 : 1;
endrewards

label "done" = state=4 & runs=RUNS;
label "exposed" = seen0>1;
