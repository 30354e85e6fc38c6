-- @result now, upSince: !
SELECT one.enabled, one.grace_minutes AS "graceMinutes", one.every_minutes AS "everyMinutes", one.cron, one.time_zone AS "timeZone",
  one.signal_at AS "signalAt",
  one.failed, one.due_at AS "dueAt", one.missing_since AS "missingSince", one.misses, watch.up_since AS "upSince",
  date_trunc('milliseconds', clock_timestamp()) AS now
FROM heartbeats AS one, service_up AS watch
WHERE one.organization_id = :organization_id AND one.id = :id
FOR UPDATE OF one
