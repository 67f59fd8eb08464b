// A mutant with fitness r in a population of N (Moran 1958): fixation with probability (1-1/r)/(1-1/r^N).
dtmc

const int N;
const double r = 1.5;
formula mutants_birth = r*i/(r*i+N-i);

module population
  i : [0..N] init 1;
  [] i>0 & i<N -> mutants_birth*(N-i)/N : (i'=i+1) + (1-mutants_birth)*i/N : (i'=i-1)
                + mutants_birth*i/N + (1-mutants_birth)*(N-i)/N : true;
endmodule

rewards "births"
  i>0 & i<N : 1;
endrewards
