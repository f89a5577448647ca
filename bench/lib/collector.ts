import type { Cpu, Measurement, Unit } from './measurement.ts';

/** Where a sample belongs. */
export interface SampleKey {
  readonly subject: string;
  readonly task: string;
  readonly contestant: string;
  readonly unit?: Unit;
  readonly note?: string;
}

/** Collects samples in whatever order they are taken, and keeps the order in which their owners first came. */
export class Collector {
  readonly #measurements = new Map<string, Measurement>();
  readonly failures: string[] = [];

  /** `value` in the key's unit, milliseconds by default; `found` where the work can be counted. */
  add(key: SampleKey, value: number, found?: number, cpu?: Cpu): void {
    const { subject, task, contestant, unit = 'ms', note = '' } = key;
    const id = JSON.stringify([subject, task, contestant]);
    const known = this.#measurements.get(id) ?? {
      subject,
      task,
      contestant,
      unit,
      note,
      samples: [],
      found: [],
      cpu: [],
    };
    this.#measurements.set(id, {
      ...known,
      samples: [...known.samples, value],
      found: found === undefined ? known.found : [...known.found, found],
      cpu: cpu === undefined ? known.cpu : [...known.cpu, cpu],
    });
  }

  /** A failure costs its own sample, and is reported. */
  async attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.failures.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  get measurements(): readonly Measurement[] {
    return [...this.#measurements.values()];
  }
}
