-- Whether an organization is there, or was deleted by a record of the log, and no record says that it was made.
SELECT (
  EXISTS (SELECT FROM organizations WHERE id = $1) OR EXISTS (
    SELECT FROM audit_records WHERE organization_id = $1 AND resource = $2 AND row_id = $1 AND action = $4
  )
) AND NOT EXISTS (
  SELECT FROM audit_records WHERE organization_id = $1 AND resource = $2 AND row_id = $1 AND action = $3
) AS lacking
