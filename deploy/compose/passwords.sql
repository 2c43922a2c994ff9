-- Sets the roles' passwords from the container's environment.
\getenv owner OWNER_PASSWORD
\getenv host HOST_PASSWORD
\getenv components COMPONENTS_PASSWORD
ALTER ROLE plumbline_owner PASSWORD :'owner';
ALTER ROLE plumbline_host PASSWORD :'host';
ALTER ROLE plumbline_components PASSWORD :'components';
