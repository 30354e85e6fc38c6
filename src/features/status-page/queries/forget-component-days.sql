-- What no page shows any more.
WITH statuses AS (
  DELETE FROM component_statuses WHERE until < :before
)
DELETE FROM component_days WHERE day < (:before::timestamptz AT TIME ZONE 'UTC')::date
