-- Routes whose last drill failed, and those that no drill has proved for as long as their rows ask. What fails comes first.
-- @result failure: string | null
SELECT one.route_id AS "routeId", one.prove_every_days AS "proveEveryDays", one.proved_at AS "provedAt",
  one.changed_at AS "changedAt", one.failed_at AS "failedAt", drill.message AS failure
FROM drill_routes AS one
LEFT JOIN drills AS drill ON drill.organization_id = one.organization_id AND drill.id = one.failed_by
WHERE one.organization_id = :organization_id AND (
  one.failed_at IS NOT NULL
  OR (one.prove_every_days IS NOT NULL
    AND coalesce(one.proved_at <= now() - make_interval(days => one.prove_every_days), true))
)
ORDER BY one.failed_at IS NULL, one.proved_at NULLS FIRST, one.route_id
