-- What the service does by itself waits for no row for long: it holds the page, and people's writes hold the rows that it waits for.
SELECT set_config('lock_timeout', '200ms', true) AS timeout
