// Technologies: web servers, extensions, caches, proxies, languages and operating systems.

/** Rows in the format of `rows.ts`. */
export const SERVERS = String.raw`
Nginx | 22 64 | nginx.org | cpe=f5:nginx | header.server=^nginx(?:/([\d.]+))?
OpenResty | 22 | openresty.org | cpe=openresty:openresty | header.server=openresty(?:/([\d.]+))? | > Lua
Tengine | 22 | tengine.taobao.org | header.server=^tengine(?:/([\d.]+))?
Angie | 22 | angie.software | header.server=^angie(?:/([\d.]+))?
Apache HTTP Server | 22 | httpd.apache.org | cpe=apache:http_server | header.server=^apache(?:/([\d.]+))?(?:$|[ (])
LiteSpeed | 22 | www.litespeedtech.com | header.server=^(?:open)?litespeed | header.x-litespeed-cache
IIS | 22 | www.iis.net | cpe=microsoft:internet_information_services | header.server=^(?:microsoft-)?iis(?:/([\d.]+))? | > Windows Server
Microsoft HTTPAPI | 22 | learn.microsoft.com/windows/win32/http | header.server=^microsoft-httpapi(?:/([\d.]+))? | > Windows Server
Caddy | 22 | caddyserver.com | header.server=^caddy(?:/v?([\d.]+))? | header.via=\bcaddy$ | > Go
Apache Tomcat | 22 | tomcat.apache.org | cpe=apache:tomcat | header.server=^apache-coyote(?:/([\d.]+))?
| header.x-powered-by=\btomcat\b(?:-([\d.]+))? | > Java
Jetty | 22 | jetty.org | cpe=eclipse:jetty | header.server=^jetty(?:\(([\d.]+))? | > Java
GlassFish | 22 | glassfish.org | header.server=glassfish(?: server)?(?: open source edition)? {0,2}([\d.]+)? | > Java
WildFly | 22 | www.wildfly.org | header.server=^wildfly(?:/([\d.]+))? | > Java
JBoss Application Server | 22 | www.redhat.com/jboss | header.x-powered-by=jboss(?:-([\d.]+))? | > Java
Oracle WebLogic Server | 22 | www.oracle.com/java/weblogic | header.server=^weblogic | header.x-oracle-dms-ecid ~60 | > Java
IBM HTTP Server | 22 | www.ibm.com/products/websphere-application-server | header.server=ibm_http_server(?:/([\d.]+))?
IBM WebSphere | 22 | www.ibm.com/products/websphere-application-server | header.server=websphere application server(?:/([\d.]+))? | > Java
Oracle HTTP Server | 22 | www.oracle.com | header.server=oracle-http-server(?:/([\d.]+))?
Undertow | 22 | undertow.io | header.x-powered-by=^undertow(?:/([\d.]+))? | header.server=^undertow | > Java
Resin | 22 | caucho.com | header.server=^resin(?:/([\d.]+))? | > Java
Lighttpd | 22 | www.lighttpd.net | cpe=lighttpd:lighttpd | header.server=^lighttpd(?:/([\d.]+))?
Cherokee | 22 | cherokee-project.com | header.server=^cherokee(?:/([\d.]+))?
Monkey HTTP Server | 22 | monkey-project.com | header.server=^monkey(?:/([\d.]+))?
thttpd | 22 | www.acme.com/software/thttpd | header.server=\bthttpd(?:/([\d.]+))?
Mongoose | 22 | mongoose.ws | header.server=^mongoose
H2O | 22 | h2o.examp1e.net | header.server=^h2o(?:/([\d.]+))?
Hiawatha | 22 | hiawatha.leisink.net | header.server=^hiawatha(?: v([\d.]+))?
Cowboy | 18 22 | ninenines.eu | header.server=^cowboy$ | > Erlang
Yaws | 22 | erlyaws.github.io | header.server=^yaws(?: ([\d.]+))? | > Erlang
Zope | 22 | www.zope.dev | header.server=^zope/ | > Python
Google Web Server | 22 | www.google.com | header.server=^gws$
ESF | 22 | www.google.com | header.server=^esf$
Gunicorn | 22 | gunicorn.org | cpe=gunicorn:gunicorn | header.server=gunicorn(?:/([\d.]+))? | > Python
Uvicorn | 22 | www.uvicorn.org | header.server=^uvicorn | > Python
Hypercorn | 22 | hypercorn.readthedocs.io | header.server=^hypercorn | > Python
Daphne | 22 | github.com/django/daphne | header.server=^daphne | > Python
uWSGI | 22 | uwsgi-docs.readthedocs.io | header.server=\buwsgi(?:/([\d.]+))?
CherryPy | 18 | cherrypy.dev | header.server=^cherrypy(?:/([\d.]+))? | > Python
TornadoServer | 22 | www.tornadoweb.org | header.server=^tornadoserver(?:/([\d.]+))? | > Python
Twisted Web | 22 | twisted.org | header.server=^twistedweb(?:/([\d.]+))? | > Python
Werkzeug | 22 | werkzeug.palletsprojects.com | header.server=\bwerkzeug(?:/([\d.]+))? | > Python
Waitress | 22 | docs.pylonsproject.org/projects/waitress | header.server=^waitress | > Python
Kestrel | 22 | learn.microsoft.com/aspnet/core | header.server=^kestrel | > Microsoft ASP.NET
Phusion Passenger | 22 | www.phusionpassenger.com | header.server=phusion[ _]passenger(?:/| )?([\d.]+)?
| header.x-powered-by=phusion passenger[^\d]{0,20}([\d.]+)?
Puma | 22 | puma.io | header.server=^puma(?: ([\d.]+))? | > Ruby
Thin | 22 | github.com/macournoyer/thin | header.server=^thin(?: ([\d.]+))? | > Ruby
WEBrick | 22 | github.com/ruby/webrick | header.server=^webrick(?:/([\d.]+))? | > Ruby
Mongrel | 22 | github.com/mongrel/mongrel | header.server=^mongrel(?: ([\d.]+))? | > Ruby
RoadRunner | 22 | roadrunner.dev | header.server=^roadrunner | > PHP
Swoole | 22 | www.swoole.com | header.server=^swoole | > PHP
FrankenPHP | 22 | frankenphp.dev | header.server=^frankenphp | header.x-powered-by=frankenphp | > PHP, Caddy
HHVM | 22 | hhvm.com | header.x-powered-by=^hhvm(?:/([\d.]+))? | > PHP
PHP | 27 | www.php.net | cpe=php:php | header.server=php/([\d.]+) | header.x-powered-by=^php(?:/([\d.]+))? | cookie=^PHPSESSID$
| url=\.php(?:$|\?) ~80
Python | 27 | www.python.org | cpe=python:python | header.server=(?:^|\s)python(?:/([\d.]+))?
Java | 27 | www.java.com | header.x-powered-by=\bjsp\b|servlet | cookie=^JSESSIONID$ | url=\.jsp(?:$|\?) ~80
Ruby | 27 | www.ruby-lang.org | header.server=\bruby(?:/([\d.]+))?
Go | 27 | go.dev
Node.js | 27 | nodejs.org | cpe=nodejs:node.js
Perl | 27 | www.perl.org | header.server=\bperl/v?([\d.]+) | url=\.pl(?:$|\?) ~50
Lua | 27 | www.lua.org
Erlang | 27 | www.erlang.org | header.server=\berlang\b
Elixir | 27 | elixir-lang.org
Scala | 27 | www.scala-lang.org
Rust | 27 | www.rust-lang.org
Haskell | 27 | www.haskell.org | header.server=^warp/
TypeScript | 27 | www.typescriptlang.org
Adobe ColdFusion | 18 | www.adobe.com/products/coldfusion-family.html | cookie=^CFTOKEN$ | cookie=^CFID$ ~60 | url=\.cfm(?:$|\?) | > CFML
CFML | 27 | www.adobe.com/products/coldfusion-family.html
Lucee | 18 | www.lucee.org | header.x-lucee-version | > CFML
MySQL | 34 | www.mysql.com | cpe=mysql:mysql
PostgreSQL | 34 | www.postgresql.org
MongoDB | 34 | www.mongodb.com
Microsoft SQL Server | 34 | www.microsoft.com/sql-server
Redis | 34 | redis.io | header.x-redis-cache
Windows Server | 28 | www.microsoft.com/windows-server | header.server=\bwin(?:32|64)\b
Ubuntu | 28 | ubuntu.com | header.server=\bubuntu\b | header.x-powered-by=\bubuntu\b
Debian | 28 | www.debian.org | header.server=\bdebian\b | header.x-powered-by=(?:dotdeb|\bdeb\d|\+deb)
CentOS | 28 | www.centos.org | header.server=\bcentos\b
Red Hat | 28 | www.redhat.com | header.server=red hat
Fedora | 28 | fedoraproject.org | header.server=\bfedora\b
Gentoo | 28 | www.gentoo.org | header.server=\bgentoo\b
SUSE | 28 | www.suse.com | header.server=\b(?:suse|linux/suse)\b
FreeBSD | 28 | www.freebsd.org | header.server=\bfreebsd\b(?: ([\d.]+))?
UNIX | 28 | unix.org | header.server=\bunix\b
OpenSSL | 33 | www.openssl.org | cpe=openssl:openssl | header.server=openssl(?:/([\d.]+[a-z]?))?
mod_ssl | 33 | httpd.apache.org | header.server=mod_ssl(?:/([\d.]+))? | > Apache HTTP Server
mod_perl | 33 | perl.apache.org | header.server=mod_perl(?:/([\d.]+))? | > Perl, Apache HTTP Server
mod_python | 33 | modpython.org | header.server=mod_python(?:/([\d.]+))? | > Python, Apache HTTP Server
mod_wsgi | 33 | modwsgi.readthedocs.io | header.server=mod_wsgi(?:/([\d.]+))? | > Python, Apache HTTP Server
mod_fastcgi | 33 | fastcgi-archives.github.io | header.server=mod_(?:fastcgi|fcgid)(?:/([\d.]+))? | > Apache HTTP Server
mod_dav | 33 | httpd.apache.org | header.server=\bdav/([\d.]+) | > Apache HTTP Server
mod_pagespeed | 33 92 | github.com/apache/incubator-pagespeed-mod | header.x-mod-pagespeed=([\d.]+) | header.x-page-speed
SimpleHTTP | 22 | docs.python.org | header.server=^simplehttp(?:/([\d.]+))? | > Python
Varnish | 23 | varnish-cache.org | cpe=varnish-software:varnish_cache | header.via=varnish(?: \(varnish/([\d.]+)\))? | header.x-varnish | header.server=^varnish
| header.x-cache=\bvarnish\b
Squid | 23 64 | www.squid-cache.org | header.via=\(squid(?:/([\d.]+))?|squid/([\d.]+) | header.x-squid-error
| header.server=^squid(?:/([\d.]+))?
Apache Traffic Server | 22 23 | trafficserver.apache.org | header.server=^ats(?:/([\d.]+))?$
| header.via=apachetrafficserver(?:/([\d.]+))?
Envoy | 64 | www.envoyproxy.io | header.server=^envoy$ | header.x-envoy-upstream-service-time
HAProxy | 64 65 | www.haproxy.org | header.server=^haproxy | cookie=^SERVERID$ ~40
Traefik | 64 65 | traefik.io | header.server=^traefik
Kong | 64 | konghq.com | header.via=\bkong/([\d.]+) | header.server=^kong/([\d.]+) | header.x-kong-proxy-latency
Istio | 64 | istio.io | header.server=^istio-envoy$ | > Envoy
Apigee | 64 | cloud.google.com/apigee | header.x-apigee-message-id ~80
Microsoft ARR | 64 | www.iis.net | header.x-powered-by=^arr/([\d.]+) | > IIS
`;
