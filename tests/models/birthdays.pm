// People with random birthdays in a year of N days enter a room until two of them share a birthday.
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
