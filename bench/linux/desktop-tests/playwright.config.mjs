export default { testDir: '.', testMatch: process.env.BENCH_SPEC, workers: 1, reporter: 'dot', timeout: 60_000 };
