import { site, type Mistake } from "../site.ts";

const run = (): void => undefined;
const withJob = (...jobs: readonly object[]) => site({ jobs: jobs.map((job) => ({ name: "tidy", every: "5m", run, ...job })) });
const withCron = (cron: unknown) => withJob({ every: undefined, cron });
const FIELDS = 'Use the five fields minute, hour, day, month and weekday such as "0 3 * * *" instead of';

/** Mistakes in jobs. */
export const JOB_MISTAKES: readonly Mistake[] = [
  ["jobs that are no array", site({ jobs: {} }), "jobs", "Make this an array instead of an object."],
  ["a job that is no object", site({ jobs: [run] }), "jobs[0]", "Make this a job, an object, instead of a function."],
  ["a job without a function", withJob({ run: undefined }), "jobs[0].run", "Make run a function."],
  [
    "an unknown option of a job",
    withJob({ crom: "0 3 * * *" }),
    "jobs[0].crom",
    'Write "cron" instead of "crom": a job has no option "crom".',
  ],
  [
    "a job with a space in its name",
    withJob({ name: "tidy up" }),
    "jobs[0].name",
    'Rename the job "tidy up": use lower-case letters, digits and -, at most 48 characters.',
  ],
  ["two jobs of one name", withJob({}, {}), "jobs[1].name", 'Rename or remove this job: jobs[0] is called "tidy" too.'],
  ["a job without times", withJob({ every: undefined }), "jobs[0]", 'Add every: "5m" or cron: "0 3 * * *": a job needs one of them.'],
  ["a job with both kinds of times", withJob({ cron: "0 3 * * *" }), "jobs[0].cron", "Remove this, or every: a job has one of them."],
  ...["0s", "500ms", "1.5h", "5 m", "90", "1d", "-5m", "10000h", ""].map((every): Mistake => {
    const sentence = `Use a number of seconds, minutes or hours such as "30s", "5m" or "1h" instead of "${every}".`;
    return [`"${every}" as an interval`, withJob({ every }), "jobs[0].every", sentence];
  }),
  ["an interval that is a number", withJob({ every: 300 }), "jobs[0].every", "Make this a text instead of 300."],
  ...["0 3 * *", "0 0 3 * * *", "@daily", "H 3 * * *", "0,h 3 * * *", ""].map((cron): Mistake => {
    return [`"${cron}" as cron`, withCron(cron), "jobs[0].cron", `${FIELDS} "${cron}".`];
  }),
  [
    "a minute that doesn't exist",
    withCron("61 3 * * *"),
    "jobs[0].cron",
    `${FIELDS} "61 3 * * *" (Constraint error, got value 61 expected range 0-59).`,
  ],
  [
    "a day that doesn't exist",
    withCron("0 0 30 2 *"),
    "jobs[0].cron",
    `${FIELDS} "0 0 30 2 *" (Invalid explicit day of month definition).`,
  ],
  ["days that no month has", withCron("0 0 31 4,6 *"), "jobs[0].cron", `${FIELDS} "0 0 31 4,6 *" (no day fits).`],
  ["no time at all", withJob({ timeoutSeconds: 0 }), "jobs[0].timeoutSeconds", "Use 1 or more instead of 0."],
  ["more than a day", withJob({ timeoutSeconds: 86_401 }), "jobs[0].timeoutSeconds", "Use 86400 or less instead of 86401."],
  ["part of a second", withJob({ timeoutSeconds: 1.5 }), "jobs[0].timeoutSeconds", "Make this a whole number instead of 1.5."],
];

/** Several of them in three jobs. */
export const WRONG_JOBS = site({
  jobs: [
    { name: "A", every: "soon", cron: "0 3 * * *", timeoutSeconds: 0 },
    { name: "b", run },
    { name: "b", every: "1s", run },
  ],
});
