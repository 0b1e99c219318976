import { sleep } from 'n8n-workflow';

const MAX_BUSY_MS = 25;

/** Lets n8n do other work, such as a cancel, while a run handles items that wait for nothing. */
export class EventLoopYielder {
	private busySince = performance.now();
	private isYielding = false;

	get shouldYield(): boolean {
		return this.isYielding || performance.now() - this.busySince > MAX_BUSY_MS;
	}

	/** Calls `next` after other work. */
	yieldTo(next: () => void): void {
		if (this.isYielding) return;
		this.isYielding = true;
		void sleep(0).then(() => {
			this.isYielding = false;
			this.busySince = performance.now();
			next();
		});
	}
}
