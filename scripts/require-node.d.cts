interface Machine {
  readonly version: string;
  readonly platform: string;
  readonly arch: string;
  readonly glibc: boolean;
  readonly installed: boolean;
}

export function problemWith(machine: Machine): string | null;
export function thisMachine(installed: boolean): Machine;
