// Technologies: content networks, hosting, platforms and load balancers.

/** Rows in the format of `rows.ts`. */
export const NETWORKS = String.raw`
Cloudflare | 31 | www.cloudflare.com | header.server=^cloudflare | header.cf-ray | header.cf-cache-status | cookie=^__cf
| ns=\.ns\.cloudflare\.com | script=/cdn-cgi/ | html=/cdn-cgi/l/email-protection
Cloudflare Rocket Loader | 92 | www.cloudflare.com | script=/rocket-loader\.min\.js | html=/rocket-loader.min.js | > Cloudflare
Cloudflare Bot Management | 16 | www.cloudflare.com | cookie=^__cf_bm$ | > Cloudflare
Fastly | 31 | www.fastly.com | header.x-fastly-request-id | header.fastly-debug-digest | header.x-served-by=^cache-[a-z] ~60
| cname=\.fastly\.net
Akamai | 31 | www.akamai.com | header.x-akamai-transformed | header.x-akamai-request-id | header.server=akamai(?:ghost|netstorage)
| header.akamai-grn | ns=\.akam\.net | cname=\.(?:edgekey|edgesuite|akamaiedge|akamai)\.net
Akamai Bot Manager | 16 | www.akamai.com | cookie=^ak_bmsc$ | cookie=^bm_sz$ | cookie=^_abck$ | > Akamai
Akamai mPulse | 78 | www.akamai.com | host=s.go-mpulse.net | host=c.go-mpulse.net | html=BOOMR_API_key | > Boomerang
Amazon CloudFront | 31 | aws.amazon.com/cloudfront | header.x-amz-cf-id | header.via=\(cloudfront\)$ | cname=\.cloudfront\.net
| script=\.cloudfront\.net/ ~50 | > Amazon Web Services
Amazon S3 | 88 | aws.amazon.com/s3 | header.server=^amazons3$ | script=\bs3[.-][a-z0-9.-]{0,40}amazonaws\.com ~80 | > Amazon Web Services
Amazon ELB | 65 | aws.amazon.com/elasticloadbalancing | header.server=^awselb | cookie=^AWSELB | cookie=^AWSALB
| cname=\.elb\.amazonaws\.com | > Amazon Web Services
Amazon Web Services | 62 | aws.amazon.com | header.x-amz-request-id | header.x-amzn-requestid | ns=\.awsdns-\d+\.
AWS WAF | 16 | aws.amazon.com/waf | cookie=^aws-waf-token$ | script=\.awswaf\.com/ | > Amazon Web Services
AWS Amplify | 62 | aws.amazon.com/amplify | cname=\.amplifyapp\.com | url=^https?://[^/]{1,100}\.amplifyapp\.com | > Amazon Web Services
Google Cloud | 62 | cloud.google.com | header.via=^1\.1 google$ | header.server=^google frontend$ | header.x-cloud-trace-context ~80
| header.x-goog-generation
Google Cloud Storage | 88 | cloud.google.com/storage | header.x-goog-storage-class | script=storage\.googleapis\.com/ ~50 | > Google Cloud
Google Hosted Libraries | 31 | developers.google.com/speed/libraries | host=ajax.googleapis.com
Google PageSpeed | 92 | developers.google.com/speed | header.x-page-speed
Firebase | 34 47 | firebase.google.com | script=/firebasejs/([\d.]+)/ | host=firebaseio.com | cname=\.web\.app
| script=/__/firebase/([\d.]+)/
Azure | 62 | azure.microsoft.com | header.x-azure-ref | header.x-ms-request-id ~70 | cookie=^ARRAffinity
| cookie=^ApplicationGatewayAffinity | cname=\.(?:azurewebsites|cloudapp|trafficmanager)\.net | ns=\.azure-dns\.
Azure Front Door | 31 | azure.microsoft.com | header.x-azure-ref | cname=\.azurefd\.net | > Azure
Azure CDN | 31 | azure.microsoft.com | header.x-ec-debug ~50 | header.server=^(?:ecacc|ecs|ecd)\b ~50 | cname=\.azureedge\.net
Vercel | 62 | vercel.com | header.server=^(?:now|vercel)$ | header.x-vercel-id | header.x-now-id | cname=\.vercel-dns\.com
| ns=\.vercel-dns\.com
Vercel Analytics | 10 | vercel.com/analytics | script=/_vercel/insights/script\.js | inline=/_vercel/insights | > Vercel
Vercel Speed Insights | 78 | vercel.com | script=/_vercel/speed-insights/ | > Vercel
Netlify | 62 | www.netlify.com | header.server=^netlify | header.x-nf-request-id | cname=\.netlify\.(?:app|com)
Heroku | 62 | www.heroku.com | header.via=vegur | header.nel=heroku | header.report-to=herokuapp | cname=\.heroku(?:dns|app)\.com
Render | 62 | render.com | header.x-render-origin-server | header.rndr-id | cname=\.onrender\.com
Railway | 62 | railway.com | header.server=^railway | header.x-railway-edge | header.x-railway-request-id
GitHub Pages | 62 | pages.github.com | header.server=^github\.com$ | header.x-github-request-id | cname=\.github\.io
GitLab Pages | 62 | docs.gitlab.com | url=^https?://[^/]{1,100}\.gitlab\.io | cname=\.gitlab\.io
Fly.io | 62 | fly.io | header.server=^fly/ | header.fly-request-id
Deno Deploy | 62 | deno.com/deploy | header.server=^deno | cname=\.deno\.dev | > Deno
Deno | 27 | deno.com
Cloudflare Pages | 62 | pages.cloudflare.com | url=^https?://[^/]{1,100}\.pages\.dev | cname=\.pages\.dev | > Cloudflare
Pantheon | 62 | pantheon.io | header.x-pantheon-styx-hostname | header.x-styx-req-id | header.server=^pantheon | url=\.pantheonsite\.io
Acquia Cloud Platform | 62 | www.acquia.com | header.x-ah-environment
Platform.sh | 62 | platform.sh | header.x-platform-cluster | header.x-platform-router
WP Engine | 62 | wpengine.com | header.wpe-backend | header.x-powered-by=wp engine | header.x-pass-why
| header.x-wpe-loopback-upstream-addr
Kinsta | 62 | kinsta.com | header.x-kinsta-cache | header.ki-edge
Flywheel | 62 | getflywheel.com | header.x-fw-hash | header.x-fw-type | header.server=^flywheel
WordPress.com | 88 1 | wordpress.com | header.host-header=wordpress\.com | header.x-ac | host=s0.wp.com ~70 | > WordPress
WordPress VIP | 62 | wpvip.com | header.x-powered-by=wordpress vip | header.host-header=vip | > WordPress
Pressable | 62 | pressable.com | header.host-header=pressable
SiteGround | 88 | www.siteground.com | header.host-header=^(?:192fc2e7e50945beb8231a492d6a8024|6b7412fb82ca5edfd0917e3957f05d89)$
| header.x-proxy-cache-info | ns=\.siteground\.net
GoDaddy | 88 | www.godaddy.com | ns=\.domaincontrol\.com | header.x-gateway-cache-key ~40
GoDaddy Website Builder | 1 | www.godaddy.com/websites/website-builder | meta.generator=starfield technologies|go daddy website builder
| header.server=^dps/ | cookie=^dps_site_id$
Bluehost | 88 | www.bluehost.com | ns=\.bluehost\.com
HostGator | 88 | www.hostgator.com | ns=\.hostgator\.com
DreamHost | 88 | www.dreamhost.com | ns=\.dreamhost\.com
Hostinger | 88 | www.hostinger.com | header.platform=^hostinger | header.panel=^hpanel | ns=\.dns-parking\.com
IONOS | 88 | www.ionos.com | ns=\.ui-dns\.(?:com|de|org|biz)
OVHcloud | 88 | www.ovhcloud.com | ns=\.ovh\.(?:net|ca) | header.x-iplb-instance | header.x-iplb-request-id
Hetzner | 88 | www.hetzner.com | ns=\.(?:first-ns|second-ns)\.(?:de|com)|\.ns\.hetzner\.
DigitalOcean | 62 63 | www.digitalocean.com | ns=\.digitalocean\.com | header.x-do-app-origin | script=\.digitaloceanspaces\.com/
Linode | 63 | www.linode.com | ns=\.linode\.com
Gandi | 88 | www.gandi.net | ns=\.gandi\.net
Namecheap | 88 | www.namecheap.com | ns=\.registrar-servers\.com
Strato | 88 | www.strato.de | ns=\.rzone\.de|\.strato\.de
Infomaniak | 88 | www.infomaniak.com | ns=\.infomaniak\.(?:ch|com)
Alibaba Cloud CDN | 31 | www.alibabacloud.com | header.eagleid ~60 | header.via=\bcache\d+\.[a-z0-9-]{1,30}, ~60
| header.ali-swift-global-savetime | cname=\.kunlun
Alibaba Cloud OSS | 63 | www.alibabacloud.com | header.server=^aliyunoss | header.x-oss-request-id
Tencent Cloud | 63 31 | www.tencentcloud.com | header.x-nws-log-uuid | header.server=^tencent-cos | header.x-cos-request-id
| cname=\.cdn\.dnsv1\.com
Tencent EdgeOne | 31 16 | edgeone.ai | header.eo-log-uuid | header.eo-cache-status
Baidu Yunjiasu | 31 16 | su.baidu.com | header.server=^yunjiasu
Qiniu Cloud | 31 | www.qiniu.com | header.x-qiniu-zone | header.x-reqid ~40
bunny.net | 31 | bunny.net | header.server=^bunnycdn | header.cdn-requestcountrycode ~60 | script=\.b-cdn\.net/ | link=\.b-cdn\.net/
KeyCDN | 31 | www.keycdn.com | header.server=^keycdn | script=\.kxcdn\.com/ | link=\.kxcdn\.com/
CDN77 | 31 | www.cdn77.com | header.server=^cdn77 | header.x-77-cache | header.x-77-nzt
StackPath | 31 | www.stackpath.com | header.x-hw ~70 | header.x-sp-edge-host
Edgio | 31 | edg.io | header.x-edg-version | header.x-0-version
Section | 31 | www.section.io | header.section-io-id
Gcore | 31 | gcore.com | header.x-id-fe ~40 | header.server=^gcore | cname=\.gcdn\.co
ArvanCloud | 31 | www.arvancloud.ir | header.server=^arvancloud | header.ar-request-id ~60
Netskrt | 31 | netskrt.io | header.server=^netskrt
jsDelivr | 31 | www.jsdelivr.com | host=cdn.jsdelivr.net
cdnjs | 31 | cdnjs.com | host=cdnjs.cloudflare.com
Unpkg | 31 | unpkg.com | script=//unpkg\.com/ | link=//unpkg\.com/
jQuery CDN | 31 | code.jquery.com | host=code.jquery.com
BootstrapCDN | 31 | www.bootstrapcdn.com | script=bootstrapcdn\.com/ | link=bootstrapcdn\.com/
esm.sh | 31 | esm.sh | host=esm.sh
Cloudinary | 95 31 | cloudinary.com | host=res.cloudinary.com | dom=img[src*="res.cloudinary.com"]
imgix | 95 31 | www.imgix.com | dom=img[src*=".imgix.net"] | script=\.imgix\.net/ | link=\.imgix\.net/
ImageKit | 95 31 | imagekit.io | dom=img[src*="ik.imagekit.io"] | host=ik.imagekit.io
F5 BigIP | 65 | www.f5.com | header.server=^big-?ip | cookie=^BIGipServer | cookie=^F5_ | cookie=^TS01[0-9a-f]{6}$ ~70
Citrix NetScaler | 65 | www.netscaler.com | cookie=^citrix_ns_id | cookie=^NSC_ | header.via=\bns-cache
Plesk | 9 | www.plesk.com | header.x-powered-by=^plesk | header.x-powered-by-plesk
cPanel | 9 | cpanel.net | header.server=^cpsrvd(?:/([\d.]+))? | cookie=^cprelogin$
DirectAdmin | 9 | www.directadmin.com | header.server=^directadmin
Sedo | 109 | sedo.com | host=img.sedoparking.com | ns=\.sedoparking\.com
ParkingCrew | 109 | www.parkingcrew.com | host=d38psrni17bvxu.cloudfront.net | ns=\.parkingcrew\.net
Bodis | 109 | www.bodis.com | ns=\.bodis\.com | host=parking.bodiscdn.com
HSTS | 16 | www.rfc-editor.org/rfc/rfc6797 | header.strict-transport-security
HTTP/2 | 19 | httpwg.org/specs/rfc9113.html | header.alt-svc=\bh2= | header.x-firefox-spdy=^h2
HTTP/3 | 19 | httpwg.org/specs/rfc9114.html | header.alt-svc=\bh3(?:-\d+)?=
Priority Hints | 92 | web.dev/articles/fetch-priority | dom=[fetchpriority] | dom=[importance]
`;
