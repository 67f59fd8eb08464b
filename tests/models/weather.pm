// Weather with several reward structures.
dtmc

module weather
  w : [0..2] init 0;  // 0 sun, 1 cloud, 2 rain
  [] w=0 -> 0.7 : (w'=0) + 0.2 : (w'=1) + 0.1 : (w'=2);
  [] w=1 -> 0.3 : (w'=0) + 0.4 : (w'=1) + 0.3 : (w'=2);
  [rain] w=2 -> 0.25 : (w'=0) + 0.25 : (w'=1) + 0.5 : (w'=2);
endmodule

rewards "sun"
  w=0 : 1;
endrewards

rewards "water"
  [rain] true : 2.5;
  w=1 : 1/3;
endrewards
