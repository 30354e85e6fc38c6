export function enginePrograms(): string;
/** The folder that rsyslog is unpacked in, as it would be at the root. */
export function syslogPrograms(): string;
/** The folder that khal is unpacked in, as it would be at the root. */
export function calendarPrograms(): string;
/** Puts the templates of Debian's Alertmanager where it reads them. */
export function placeAlertmanagerTemplates(): void;
