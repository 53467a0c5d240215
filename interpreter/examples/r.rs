#![allow(missing_docs)]
use bidlang::engine::*; use bidlang::lower::*;
fn main(){ let a:Vec<String>=std::env::args().collect(); let f=&a[1]; let players:u8=a[2].parse().unwrap(); let games:u64=a[3].parse().unwrap();
 let t=std::fs::read_to_string(f).unwrap(); let (tree,p)=bidlang::syntax::parse(&t); let (game,q)=bidlang::compiler::resolve(&tree); if !p.is_empty()||!q.is_empty(){ println!("{p:#?}{q:#?}"); return; }
 let opts:Vec<i64>=game.options.iter().enumerate().map(|(i,o)| a.get(4+i).map_or(o.usually,|v|v.parse().unwrap())).collect();
 let t0=std::time::Instant::now();
 let c=match compile(&game,&Setup{players,options:opts}){Ok(c)=>c,Err(e)=>{println!("{e:?}");return;}};
 println!("compiled {:?}: {} ops {} nodes {} ints {} masks state {} bytes",t0.elapsed(),c.program.code.len(),c.program.nodes.len(),c.program.ints,c.program.masks,State::size(&c.program));
 let mut m=Machine::new(&c.program); let mut dec=0u64; let mut forced=0u64; let t0=std::time::Instant::now(); let mut tot=vec![0i64;players as usize];
 for g in 0..games { let mut s=m.start(); let mut ch=Seeded::new(g); let mut rng=Stream::new(g,1); let mut n=0;
  loop { match m.run(&mut s,&mut ch,&mut Silent) { Err(e)=>{ let sp=c.line(e.rule); println!("game {g}: {e:?} at line {} `{}`",t[..sp.start as usize].matches('\n').count()+1, sp.of(&t)); return; }
    Ok(Pause::Over)=>break, Ok(Pause::Decision(seats))=>{ for seat in each_seat(seats){ let k=m.count_choices(&s,seat,u64::MAX); dec+=1; n+=1; let i=if k==1{forced+=1;0}else{rng.below_long(k)}; let ch=m.nth_choice(&s,seat,i).unwrap();
      if g<20 { let mut v=vec![]; m.each_choice(&s,seat,|c|{v.push(*c);std::ops::ControlFlow::Continue(())}); assert_eq!(v.len() as u64,k); assert_eq!(v[i as usize],ch); for c in &v { let o=m.objections(&s,seat,c); assert!(o.is_empty(),"{o:?}"); } }
      m.choose(&mut s,seat,&ch,k==1,&mut Silent).unwrap(); } } }
    if n>100000 { println!("game {g} too long"); return; } }
  assert!(s.conserved(c.program.like.len())); for (a,b) in tot.iter_mut().zip(m.scores(&s)) {*a+=b;} }
 let e=t0.elapsed(); println!("{games} games {dec} decisions {forced} forced in {e:?}: {:.0} dec/s mean scores {:?}",dec as f64/e.as_secs_f64(), tot.iter().map(|t|*t as f64/games as f64).collect::<Vec<_>>()); }
