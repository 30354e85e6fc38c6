-- Who holds what others wait for, the cause of a chain first: each with how many wait for it, directly or not, and for how
-- long. A prepared transaction has no process: its pid is 0. Of other users' sessions a user without pg_read_all_stats
-- sees neither the statement nor its time.
-- @result pid, user, program, address, state, statement, waiting, seconds, locked: !
WITH RECURSIVE waits AS (
  SELECT waiter.pid AS waiter, blocker, extract(epoch FROM clock_timestamp() - waiter.query_start) AS seconds
  FROM pg_stat_activity AS waiter CROSS JOIN LATERAL unnest(pg_blocking_pids(waiter.pid)) AS blocker
  WHERE waiter.datname = current_database() AND waiter.wait_event_type = 'Lock'
), reach AS (
  SELECT blocker AS root, waiter, seconds FROM waits
  WHERE blocker NOT IN (SELECT waiter FROM waits)
  UNION
  SELECT reach.root, waits.waiter, waits.seconds FROM reach JOIN waits ON waits.blocker = reach.waiter
), roots AS (
  SELECT root, count(DISTINCT waiter)::integer AS waiting, max(seconds)::double precision AS seconds FROM reach GROUP BY root
)
SELECT root AS pid, coalesce(usename::text, '') AS "user", coalesce(application_name, '') AS program,
  coalesce(host(client_addr), '') AS address, coalesce(xact_start, query_start) AS since,
  coalesce(state, '') AS state, coalesce(left(query, 500), '') AS statement, waiting, seconds,
  ARRAY(
    SELECT DISTINCT relation::regclass::text FROM pg_locks
    WHERE pid = root AND granted AND relation IS NOT NULL AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    LIMIT 5
  ) AS locked
FROM roots LEFT JOIN pg_stat_activity AS session ON session.pid = root
WHERE seconds >= :seconds
ORDER BY waiting DESC, seconds DESC
LIMIT 5
