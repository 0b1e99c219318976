import { sleep } from 'n8n-workflow';

const MAX_BUSY_MS = 25;

/** Lets n8n do other work, such as a cancel, while a run is busy with items that wait for nothing. */
export class Breaks {
	private busySince = performance.now();
	private isResting = false;

	get isDue(): boolean {
		return this.isResting || performance.now() - this.busySince > MAX_BUSY_MS;
	}

	/** Goes on with `next` afterwards. */
	take(next: () => void): void {
		if (this.isResting) return;
		this.isResting = true;
		void sleep(0).then(() => {
			this.isResting = false;
			this.busySince = performance.now();
			next();
		});
	}
}
