-- Of each of these alerts the newest pages, in the order in which they began.
-- @result steps: PageStep[]
-- @result keptBack: !
SELECT "alertId", id, email, "rotaId", role, urgent, steps, taken, "begunAt", "dueAt", "keptBack", "closedAt", outcome,
  "closedBy"
FROM (
  SELECT reported.alert_id AS "alertId", page.id, page.email, page.rota_id AS "rotaId", page.role, page.urgent, page.steps,
    page.taken, page.begun_at AS "begunAt", page.due_at AS "dueAt", page.closed_at AS "closedAt", page.outcome,
    page.closed_by AS "closedBy",
    row_number() OVER (PARTITION BY reported.alert_id ORDER BY page.begun_at DESC, page.id) AS place, (
      -- @include waits
    ) AS "keptBack"
  FROM unnest(:alert_ids::text[]) AS wanted (id)
  JOIN delivery_alerts AS reported ON reported.organization_id = :organization_id AND reported.alert_id = wanted.id
  JOIN pages AS page ON page.organization_id = reported.organization_id AND page.source = reported.source
) AS placed
WHERE place <= :most
ORDER BY "begunAt", id
