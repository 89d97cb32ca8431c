if 1:
	import torch
	class A(torch.nn.Module):
	  def forward(self, x): return x.abs() ; y = 1;
	def f(x, 
		y) : return (x
	. abs(

)
   # comment
		. exp ( ) )
	
	x = 1 if \
torch.ones(1).any() \
  else [ 
 ] [ 0 : 1 , : : ] . T

	z = f(  * x , ** { } )(
	)
    
# été 变量 𝐱
变量 = torch . ones ( 1 ) . 𝐬um ( )
é = "	tab" + 'line\
continued' + """
	 # not a comment (  [ {
"""
if torch.ones(1) : pass
elif x:pass
else  :  pass
def g ( a , ) -> torch . Tensor : ...
lambda : ( yield )
x[ 1 ][ : ] = x [ y ] . T , = z
