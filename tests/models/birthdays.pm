// People with random birthdays in a year of N days come in until two share a day.
dtmc

const int N;

module room
  people : [0..N];
  shared : bool;
  [] !shared -> people/N : (shared'=true) + (1-people/N) : (people'=people+1);
  [] shared -> true;
endmodule

rewards "people"
  !shared : 1;
endrewards
