-- What the service does by itself gives way: it holds the page, and people's writes hold the rows that it waits for.
SELECT set_config('lock_timeout', '200ms', true) AS timeout
