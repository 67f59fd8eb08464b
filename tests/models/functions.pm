// All types of constants, many functions and operators.
dtmc

const N = 5;
const double half = 1/2;
const bool flag = N>4 & !(N=6) | false;
const int bits = N-2;
const int low = floor(-half);
formula even = mod(x,2)=0;

module functions
  x : [low..pow(2,bits)+1] init 2;
  b : bool init flag => N!=5;
  [] x<8 & even -> pow(half,2) : (x'=min(x+1,8,100)) & (b'=!b) + 1-pow(0.5,2) : (x'=max(x-1,low));
  [] x<8 & !even -> 1/3*2 : (x'=x+round(1.5)-1) + 1.0e-1/0.3 : (x'=min(8,x+3));
  [] x=8 -> (b'=(b = flag));
  [] x=9 -> true;
endmodule

rewards "cost"
  even = b : x*half-1/4+1;
  [] x>3 ? b : !b : pow(x+1,2)/3;
endrewards

label "end" = x>=8;
