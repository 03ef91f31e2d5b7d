/** Whether a process of this machine still runs. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs under another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
