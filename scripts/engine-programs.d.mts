export function enginePrograms(): string;
