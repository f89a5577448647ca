import type { Cpu, Measurement, Unit } from './measurement.ts';

/** Key of a sample. */
export interface SampleKey {
  readonly subject: string;
  readonly task: string;
  readonly contestant: string;
  readonly unit?: Unit;
  readonly note?: string;
}

/** Collects samples in any order; keeps the order in which their keys were first seen. */
export class Collector {
  readonly #measurements = new Map<string, Measurement>();
  readonly failures: string[] = [];

  /** `value` in the key's unit, milliseconds by default; `found` where the result can be counted. */
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

  /** A failure loses only its own sample, and is reported. */
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
