// Penney's game: HTH wins (1) or HHT wins (2), whichever comes first in a row of fair flips.
dtmc

module flips
  last2 : bool;  // heads
  last1 : bool;
  n : [0..3];
  won : [0..2];
  [flip] won=0 -> 0.5 : (last2'=last1) & (last1'=true) & (n'=min(3,n+1)) & (won'=n>=2 & last2 & !last1 ? 1 : 0)
                + 0.5 : (last2'=last1) & (last1'=false) & (n'=min(3,n+1)) & (won'=n>=2 & last2 & last1 ? 2 : 0);
  [] won>0 -> true;
endmodule

rewards
  [flip] true : 1;
endrewards
