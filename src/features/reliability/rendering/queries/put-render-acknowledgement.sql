-- @param message: nullable
-- @param version: nullable
-- @param running_digest: nullable
-- @param running_since, lost, lost_since, every_seconds: nullable
INSERT INTO render_acknowledgements
  (organization_id, connector_id, instance, digest, ok, degraded, message, version, running_digest, running_since, targets,
   departed, lost, lost_since, every_seconds, at, heard_at)
VALUES
  (:organization_id, :connector_id, :instance, :digest, :ok, :degraded, :message, :version, :running_digest,
   :running_since, :targets, :departed, :lost, :lost_since, :every_seconds, :at, now())
ON CONFLICT (organization_id, connector_id, instance)
DO UPDATE SET digest = EXCLUDED.digest, ok = EXCLUDED.ok, degraded = EXCLUDED.degraded, message = EXCLUDED.message,
  version = EXCLUDED.version, running_digest = EXCLUDED.running_digest,
  running_since = EXCLUDED.running_since, targets = EXCLUDED.targets,
  departed = EXCLUDED.departed, lost = EXCLUDED.lost, lost_since = EXCLUDED.lost_since,
  every_seconds = EXCLUDED.every_seconds, at = EXCLUDED.at, heard_at = EXCLUDED.heard_at, silence_told = false
