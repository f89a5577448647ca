import { ours, type Cpu, type Measurement } from './measurement.ts';
import { summarize } from './statistics.ts';

/** One row of a result, as text. */
export interface Row {
  readonly subject: string;
  readonly task: string;
  readonly contestant: string;
  readonly median: string;
  readonly range: string;
  readonly samples: string;
  /** Number of items found; `min–max` where samples differ. */
  readonly found: string;
  /** How many times as fast Deskscope is as this peer; empty for Deskscope itself. */
  readonly ratio: string;
  /** Processor time of the caller, and of the app; empty if not measured. */
  readonly cpu: string;
  readonly note: string;
}

/** Rows by subject and task, in the order first seen, Deskscope first in each. */
export function toRows(measurements: readonly Measurement[]): readonly Row[] {
  const subjects = unique(measurements.map(({ subject }) => subject));
  return subjects.flatMap((subject) => {
    const about = measurements.filter((each) => each.subject === subject);
    return unique(about.map(({ task }) => task)).flatMap((task) => group(about.filter((each) => each.task === task)));
  });
}

function group(measurements: readonly Measurement[]): readonly Row[] {
  const base = measurements.find(({ contestant }) => contestant === ours);
  const sorted = [...measurements].sort((a, b) => Number(b === base) - Number(a === base));
  return sorted.map((each) => toRow(each, base));
}

function toRow(measurement: Measurement, base: Measurement | undefined): Row {
  const { subject, task, contestant, unit, samples, found, cpu, note } = measurement;
  const { median, minimum, maximum, count } = summarize(samples);
  return {
    subject,
    task,
    contestant,
    note,
    samples: String(count),
    median: `${formatNumber(median)} ${unit}`,
    range: `${formatNumber(minimum)}–${formatNumber(maximum)}`,
    found: formatFound(found),
    cpu: formatCpu(cpu),
    ratio: base === undefined || base === measurement ? '' : `${formatNumber(timesAsGood(base, measurement))} ×`,
  };
}

/** Above 1 where Deskscope is better, in time or in rate. */
export function timesAsGood(base: Measurement, peer: Measurement): number {
  const [mine, theirs] = [summarize(base.samples).median, summarize(peer.samples).median];
  return base.unit === 'ms' ? theirs / mine : mine / theirs;
}

function formatFound(found: readonly number[]): string {
  if (found.length === 0) return '';
  const { minimum, maximum } = summarize(found);
  return minimum === maximum ? String(minimum) : `${minimum}–${maximum}`;
}

function formatCpu(cpu: readonly Cpu[]): string {
  if (cpu.length === 0) return '';
  const middle = (part: keyof Cpu) => formatNumber(summarize(cpu.map((each) => each[part])).median);
  return `${middle('own')} + ${middle('app')}`;
}

/** Three significant digits; whole numbers from 100 on. */
export function formatNumber(value: number): string {
  if (value >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(value < 1 ? 2 : 3)));
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
