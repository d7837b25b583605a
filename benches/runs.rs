//! Whole runs as users make them: games a second on one thread and on two, with all tables written; and the writing
//! by itself.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use warlab::games;
use warlab::interrupt::Stop;
use warlab::plan::{Plan, Wish};
use warlab::record::{Columns, Row};
use warlab::recorder::Recorder;
use warlab::run::{Way, carry_out};
use warlab::workers::play_one;

fn runs(criterion: &mut Criterion) {
    for title in games::all() {
        let games = 200;
        let wish =
            Wish { game: title.name().into(), games, agents: "random".into(), seed: 1, ..Wish::default() };
        let plan = Plan::make(&wish).expect("a sound wish");
        let mut group = criterion.benchmark_group(title.name());
        group.sample_size(10).throughput(Throughput::Elements(games));
        for threads in [1, 2] {
            group.bench_function(format!("run_on_{threads}"), |bench| {
                bench.iter(|| {
                    let folder = tempfile::tempdir().expect("room for a run");
                    let way = Way { threads, resume: false, stop: Stop::default(), command: String::new() };
                    carry_out(&plan, &folder.path().join("run"), &way, &mut |_| {}).expect("a finished run")
                });
            });
        }
        let play = |index| play_one(&*plan.rules, &plan.schedule, index).expect("random plays every game");
        let rows: Vec<Row> = plan.schedule.range().map(play).collect();
        group.bench_function("write", |bench| {
            bench.iter(|| {
                let folder = tempfile::tempdir().expect("room for a run");
                let recorder = Recorder::new(folder.path(), Columns::of(&*plan.rules, true));
                recorder.write_part(&rows).and_then(|()| recorder.join()).expect("written tables")
            });
        });
        group.finish();
    }
}

criterion_group!(benches, runs);
criterion_main!(benches);
