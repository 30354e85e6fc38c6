-- Whether an organization is there, or was deleted by a record of the log, and no record says that it was made.
-- @result lacking: !
SELECT (
  EXISTS (SELECT FROM organizations WHERE id = :organization_id) OR EXISTS (
    SELECT FROM audit_records
    WHERE organization_id = :organization_id AND resource = :resource AND row_id = :organization_id
      AND action = :deleted
  )
) AND NOT EXISTS (
  SELECT FROM audit_records
  WHERE organization_id = :organization_id AND resource = :resource AND row_id = :organization_id
    AND action = :made
) AS lacking
