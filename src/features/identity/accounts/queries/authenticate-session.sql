-- A session lives as long as the shortest session_ttl_hours among its user's organizations, 24 without one, and no longer
-- than it is used.
-- @plural: authenticate-sessions
-- @include session
WHERE session.hash = :hash
GROUP BY session.id, session.hash, person.id
HAVING session.created_at + make_interval(hours => coalesce(min(organization.session_ttl_hours), 24)) > :now AND session.last_used_at > :used_after
