// Craps: 244/495 for the player.
dtmc

formula ways = point<=7 ? point-1 : 13-point;

module craps
  point : [0..12];
  state : [0..3];  // 0 first throw, 1 point, 2 won, 3 lost
  [] state=0 -> 8/36 : (state'=2) + 4/36 : (state'=3)
              + 3/36 : (state'=1) & (point'=4) + 4/36 : (state'=1) & (point'=5) + 5/36 : (state'=1) & (point'=6)
              + 5/36 : (state'=1) & (point'=8) + 4/36 : (state'=1) & (point'=9) + 3/36 : (state'=1) & (point'=10);
  [] state=1 -> ways/36 : (state'=2) + 6/36 : (state'=3) + 1-ways/36-1/6 : true;
  [] state>1 -> true;
endmodule

rewards "throws"
  state<2 : 1;
endrewards
