// Self-stabilisation of a ring of 7 processes that move together (Herman 1990). A process has a token if its bit equals the bit of its
// left neighbour.
dtmc

module process1
  x1 : [0..1];
  [step] x1=x7 -> 0.5 : (x1'=0) + 0.5 : (x1'=1);
  [step] x1!=x7 -> (x1'=x7);
endmodule

module process2 = process1 [ x1=x2, x7=x1 ] endmodule
module process3 = process1 [ x1=x3, x7=x2 ] endmodule
module process4 = process1 [ x1=x4, x7=x3 ] endmodule
module process5 = process1 [ x1=x5, x7=x4 ] endmodule
module process6 = process1 [ x1=x6, x7=x5 ] endmodule
module process7 = process1 [ x1=x7, x7=x6 ] endmodule

formula tokens = (x1=x7?1:0) + (x2=x1?1:0) + (x3=x2?1:0) + (x4=x3?1:0) + (x5=x4?1:0) + (x6=x5?1:0) + (x7=x6?1:0);

init
  true
endinit

rewards "steps"
  true : 1;
endrewards

label "stable" = tokens=1;
label "three" = tokens=3;
